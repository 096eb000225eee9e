// Stand-ins for the standard's own types, as far as ../schema.ts needs them.

export interface Implementation {
  name: string;
  version: string;
}

export interface ResultMetaObject extends Record<string, unknown> {
  "io.modelcontextprotocol/serverInfo"?: Implementation;
}

export interface Result {
  _meta?: ResultMetaObject;
  resultType: string;
  [key: string]: unknown;
}

export interface ContentBlock {
  type: "text";
  text: string;
}
