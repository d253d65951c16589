// Opens the gate.
const R = 3;
const com = "COM1";

export function open(name) {
  return `gate ${name} ${R} ${com}`;
}