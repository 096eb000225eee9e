"""Runs this project's server and client against the SDKs and gateways of others."""
