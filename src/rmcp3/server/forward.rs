//! Everything but `call_tool` goes straight to the wrapped handler.
//!
//! A method that is missing here would silently take rmcp's default, so a test compares the names
//! with those in rmcp's own source.
#![allow(deprecated, reason = "what rmcp has deprecated is forwarded as long as it is there")]

use std::borrow::Cow;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::*,
    service::{MaybeSendFuture, NotificationContext, RequestContext, SubscriptionContext},
};

use super::Classified;

type Request = RequestContext<RoleServer>;
type Notification = NotificationContext<RoleServer>;

macro_rules! forward {
    (
        async { $($later:ident($($arg:ident: $ty:ty),*) -> $answer:ty;)* }
        sync { $($now:ident($($now_arg:ident: $now_ty:ty),*) -> $now_answer:ty;)* }
    ) => {
        $(fn $later(
            &self,
            $($arg: $ty),*
        ) -> impl Future<Output = $answer> + MaybeSendFuture + '_ {
            self.inner.$later($($arg),*)
        })*

        $(fn $now(&self, $($now_arg: $now_ty),*) -> $now_answer {
            self.inner.$now($($now_arg),*)
        })*
    };
}

impl<H: ServerHandler> ServerHandler for Classified<H> {
    fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Request,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + MaybeSendFuture + '_ {
        self.classified_call(request, context)
    }

    forward! {
        async {
            ping(context: Request) -> Result<(), ErrorData>;
            initialize(request: InitializeRequestParams, context: Request) -> Result<InitializeResult, ErrorData>;
            discover(context: Request) -> Result<DiscoverResult, ErrorData>;
            complete(request: CompleteRequestParams, context: Request) -> Result<CompleteResult, ErrorData>;
            set_level(request: SetLevelRequestParams, context: Request) -> Result<(), ErrorData>;
            get_prompt(request: GetPromptRequestParams, context: Request) -> Result<GetPromptResponse, ErrorData>;
            list_prompts(request: Option<PaginatedRequestParams>, context: Request) -> Result<ListPromptsResult, ErrorData>;
            list_resources(request: Option<PaginatedRequestParams>, context: Request) -> Result<ListResourcesResult, ErrorData>;
            list_resource_templates(request: Option<PaginatedRequestParams>, context: Request) -> Result<ListResourceTemplatesResult, ErrorData>;
            read_resource(request: ReadResourceRequestParams, context: Request) -> Result<ReadResourceResponse, ErrorData>;
            listen(context: SubscriptionContext) -> Result<(), ErrorData>;
            subscribe(request: SubscribeRequestParams, context: Request) -> Result<(), ErrorData>;
            unsubscribe(request: UnsubscribeRequestParams, context: Request) -> Result<(), ErrorData>;
            list_tools(request: Option<PaginatedRequestParams>, context: Request) -> Result<ListToolsResult, ErrorData>;
            on_custom_request(request: CustomRequest, context: Request) -> Result<CustomResult, ErrorData>;
            on_cancelled(notification: CancelledNotificationParam, context: Notification) -> ();
            on_progress(notification: ProgressNotificationParam, context: Notification) -> ();
            on_initialized(context: Notification) -> ();
            on_roots_list_changed(context: Notification) -> ();
            on_custom_notification(notification: CustomNotification, context: Notification) -> ();
            get_task(request: GetTaskParams, context: Request) -> Result<GetTaskResult, ErrorData>;
            update_task(request: UpdateTaskParams, context: Request) -> Result<(), ErrorData>;
            cancel_task(request: CancelTaskParams, context: Request) -> Result<(), ErrorData>;
            list_skills(request: Option<PaginatedRequestParams>, context: Request) -> Result<ListSkillsResult, ErrorData>;
            get_skill(request: GetSkillRequestParams, context: Request) -> Result<GetSkillResult, ErrorData>;
            read_resource_directory(request: ReadResourceDirectoryRequestParams, context: Request) -> Result<ReadResourceDirectoryResult, ErrorData>;
        }
        sync {
            negotiate_initialize(request: &InitializeRequestParams) -> Result<InitializeResult, ErrorData>;
            supported_protocol_versions() -> Cow<'static, [ProtocolVersion]>;
            accepted_subscription_filter(requested: &SubscriptionFilter) -> Option<SubscriptionFilter>;
            get_tool(name: &str) -> Option<Tool>;
            get_info() -> ServerConfig;
        }
    }
}
