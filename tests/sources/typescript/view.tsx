import { useState } from "react";

interface Props<T> {
  items: T[];
}

// The words in tags are text: function Text() {}
export const List = <T,>({ items }: Props<T>) => {
  const [open, setOpen] = useState(false);
  const toggle = () => setOpen(!open);
  return <ul onClick={toggle}>class Listed {"{}"} {items.map((item) => <li>const x = 1;</li>)}</ul>;
};

function Row(): JSX.Element {
  return <tr />;
}

export default function View() {
  return <Row />;
}
