// Where each file of the app's own model is, for builds that give every file a place of its own. Built as a site, the app keeps the
// folder whole beside its code, so that nothing need be listed; the library build puts a list in place of this one.

/** A file at an absolute address, or one so small that it comes along as text. */
export type AppModelFile = { readonly address: string } | { readonly text: string };

/** By path within the model's folder. */
export const APP_MODEL_FILES: Readonly<Record<string, AppModelFile>> = {};
