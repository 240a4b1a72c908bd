// For the types that are made from main.js: what it says of the element is all that they need.
export const P2cLab: unknown;
