export interface Load {
  weight: number;
}

export function weigh(load: Load): number {
  return load.weight;
}

export default weigh;
