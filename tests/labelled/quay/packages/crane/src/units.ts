export const tons = 1000;
export type Weight = number;
