// Where the app's own models are: in the package beside the engine, in the sources where the web page has them.
export const MODELS = new URL(import.meta.env.DEV ? '../public/models/' : './models/', import.meta.url);
