/** A name in at most this many letters. A longer one ends with an ellipsis, after a whole word where one is near. */
export function shortened(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const cut = name.slice(0, longest - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** The name of a scale where many stand together. Its section has all of it. */
export const shortScale = (title: string) => shortened(title, 40);

/** The name of a measurement point in a sentence. The head of its report has all of it. */
export const shortPoint = (label: string) => shortened(label, 32);
