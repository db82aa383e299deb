// transformers.js imports sharp for images alone; a text model never asks it for anything.
export default {};
