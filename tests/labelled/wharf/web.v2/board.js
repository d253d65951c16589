// The board at the gate. It shows the next three ships.
import { fetchShips } from "./ships.js";

export class Board {
  constructor(element) {
    this.element = element;
  }

  async refresh() {
    const ships = await fetchShips();
    this.element.textContent = ships.slice(0, 3).join(", ");
  }
}

export default function start(id) {
  return new Board(document.getElementById(id));
}
