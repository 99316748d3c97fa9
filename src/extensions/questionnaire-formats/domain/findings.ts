import type { FormMistake, Lost } from './form.ts';
import { plainText } from './form-text.ts';

export type Findings = {
  readonly lost: readonly Lost[];
  readonly mistakes: readonly FormMistake[];
  refuse(line: number, place: string, message: string): void;
  /** For a type of question that an instrument does not have. */
  refuseType(line: number, name: string, type: string): void;
  lose(place: string, name: string): void;
  /** The text without formatting; empty where it is refused. */
  text(written: string, line: number, place: string): string;
};

/** Collects what is lost and what is refused while a form is read. `insert` finds values that the form writes into a text. */
export function findings(insert?: RegExp): Findings {
  const lost: Lost[] = [];
  const mistakes: FormMistake[] = [];
  const refuse = (line: number, place: string, message: string) =>
    void mistakes.push({ line, place, message });
  const lose = (place: string, name: string) => void lost.push({ place, name });
  return {
    lost,
    mistakes,
    refuse,
    refuseType: (line, name, type) =>
      refuse(line, name, `"${name}" is of the type "${type}", which an instrument does not have`),
    lose,
    text(written, line, place) {
      const read = plainText(written, insert);
      if (read.kind === 'refused') refuse(line, place, `"${place}" ${read.complaint}`);
      else for (const tag of read.tags) lose(place, tag);
      return read.kind === 'text' ? read.text : '';
    },
  };
}
