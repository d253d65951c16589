export const jug = 2;
