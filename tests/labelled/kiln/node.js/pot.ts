export const pot = 1;
