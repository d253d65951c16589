export interface beds {
  rows: number;
}
