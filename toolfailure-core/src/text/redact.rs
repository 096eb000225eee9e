//! The redactor: a second line of defence. The first is not to put an upstream's text into a
//! message at all.

mod keys;
mod urls;

/// What stands where a secret may have stood.
const REDACTED: &str = "[redacted]";

/// Takes out of a text what is usually secret: user info, query and fragment of every URL, and
/// values of well-known shapes (access tokens, private keys, `password=…`).
///
/// These are the places where clients put keys, and where error messages carry them on: the
/// `Display` of an HTTP client's error often holds the whole URL.
///
/// ```
/// use toolfailure_core::text::redact;
///
/// assert_eq!(
///     redact("error sending request for url (https://api.example/v1?api_key=s3cret)"),
///     "error sending request for url (https://api.example/v1?[redacted])"
/// );
/// assert_eq!(redact("postgres://app:s3cret@db/prod"), "postgres://[redacted]@db/prod");
/// assert_eq!(redact("Server=db;Password=s3cret;"), "Server=db;Password=[redacted];");
/// ```
#[must_use]
pub fn redact(text: &str) -> String {
    keys::without_secrets(&urls::without_secrets(text))
}
