//! Errors in Discord's format, `{"message", "code", "errors"?}`, with the matching status.

use serde_json::Value;

/// An error response of the REST API.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub status: u16,
    pub code: u64,
    pub message: String,
    pub errors: Option<Value>,
}

impl ApiError {
    pub fn new(status: u16, code: u64, message: &str) -> Self {
        Self { status, code, message: message.to_owned(), errors: None }
    }

    pub fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }

    pub fn not_found() -> Self {
        Self::new(404, 0, "404: Not Found")
    }

    pub fn method_not_allowed() -> Self {
        Self::new(405, 0, "405: Method Not Allowed")
    }

    pub fn unknown(what: &str) -> Self {
        let code = match what {
            "Application" => 10002,
            "Channel" => 10003,
            "Guild" => 10004,
            "Member" => 10007,
            "Message" => 10008,
            "Overwrite" => 10009,
            "User" => 10013,
            "Webhook" => 10015,
            "interaction" => 10062,
            "application command" => 10063,
            _ => 0,
        };
        Self::new(404, code, &format!("Unknown {what}"))
    }

    pub fn already_acknowledged() -> Self {
        Self::new(400, 40060, "Interaction has already been acknowledged.")
    }

    pub fn invalid_webhook_token() -> Self {
        Self::new(401, 50027, "Invalid Webhook Token")
    }

    pub fn missing_access() -> Self {
        Self::new(403, 50001, "Missing Access")
    }

    /// The thread is archived or locked.
    pub fn thread_archived() -> Self {
        Self::new(403, 50083, "Thread is archived")
    }

    /// Refuses a change to an archived thread.
    pub fn archived() -> Self {
        Self::new(400, 50083, "Thread is archived")
    }

    pub fn wrong_channel_type() -> Self {
        Self::new(400, 50024, "Cannot execute action on this channel type")
    }

    pub fn missing_permissions() -> Self {
        Self::new(403, 50013, "Missing Permissions")
    }

    pub fn empty_message() -> Self {
        Self::new(400, 50006, "Cannot send an empty message")
    }

    pub fn too_large() -> Self {
        Self::new(413, 40005, "Request entity too large")
    }

    pub fn bad_json() -> Self {
        Self::new(400, 50109, "The request body contains invalid JSON.")
    }

    pub fn form(errors: Value) -> Self {
        Self { errors: Some(errors), ..Self::new(400, 50035, "Invalid Form Body") }
    }
}
