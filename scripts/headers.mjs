// @ts-check
// The response headers of the page, for our own server, for Vite and for whoever hosts the built files elsewhere.

const POLICY = {
  'default-src': "'none'",
  // WebAssembly may compile; strings may not become code.
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  // Nothing leaves the origin: a memory that cannot be sent away by any script on the page.
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** @param {Record<string, string>} policy */
const printPolicy = (policy) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

const CONTENT_SECURITY_POLICY = printPolicy(POLICY);

/** The policy for a <meta> tag, where `frame-ancestors` has no meaning and only draws a warning. */
export const META_CONTENT_SECURITY_POLICY = CONTENT_SECURITY_POLICY.replace(/; frame-ancestors [^;]+/, '');

/**
 * Cross-origin isolation gives the page SharedArrayBuffer, by which a running statement can be cancelled at once. The
 * client works without it too, then by ending the worker.
 */
export const ISOLATION_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
