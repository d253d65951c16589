export class Hook {
  readonly safe = true;
}
