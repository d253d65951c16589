// What the status bar says of the page that is open.

export interface Claims {
  uri: string;
  holds: number;
  refuted: number;
  unknown: number;
}

/** Return the text of the status bar and its tooltip. */
export function statusOf(findings: number, claims?: Claims): { text: string; tooltip: string } {
  const icon = findings ? "$(warning)" : "$(check)";
  const lines = [findings === 1 ? "1 finding on this page" : `${findings} findings on this page`];
  const checked = claims ? claims.holds + claims.refuted : 0;
  if (claims && checked) {
    lines.push(`${claims.holds} of ${checked} checked claims hold`);
    if (claims.unknown) lines.push(`${claims.unknown} more cannot be checked`);
  }
  const share = claims && checked ? ` · ${claims.holds}/${checked}` : "";
  return { text: `${icon} doclint ${findings}${share}`, tooltip: lines.join("\n") };
}
