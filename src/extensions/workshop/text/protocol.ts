import type { Misfit } from '../domain/changed-protocol.ts';

/** The title of a questionnaire by its id. */
type TitleOf = (id: string) => string;

const quoted = (ids: readonly string[], titleOf: TitleOf) =>
  ids.map((id) => `„${titleOf(id)}“`).join(' und ');

/** Why a window cannot ask for its questionnaires, as a clinic reads it. */
export function misfitText(misfit: Misfit, titleOf: TitleOf): string {
  switch (misfit.code) {
    case 'missing':
      return 'Für diesen Messzeitpunkt fehlen die Angaben. Bitte laden Sie die Seite neu.';
    case 'unknown':
      return 'Diesen Messzeitpunkt gibt es in Ihrer Klinik nicht. Bitte laden Sie die Seite neu.';
    case 'twice':
      return 'Dieser Messzeitpunkt steht zweimal da. Bitte laden Sie die Seite neu.';
    case 'empty':
      return 'Bitte wählen Sie mindestens einen Fragebogen aus.';
    case 'no_instrument':
      return `Den Fragebogen „${misfit.id}“ gibt es nicht. Ein Entwurf muss erst veröffentlicht werden.`;
    case 'listed_twice':
      return `„${titleOf(misfit.id)}“ steht zweimal da. Bitte entfernen Sie ihn einmal.`;
    case 'shared_items':
      return `${quoted(misfit.ids, titleOf)} haben Fragen mit derselben Kennung und können nicht zusammen gestellt werden. Bitte wählen Sie einen davon.`;
    case 'condition':
      return misfit.on === undefined
        ? `„${titleOf(misfit.id)}“ hängt von einer Frage ab, die es nicht gibt. Bitte nehmen Sie ihn heraus.`
        : `„${titleOf(misfit.id)}“ hängt von Antworten auf „${titleOf(misfit.on)}“ ab. Bitte stellen Sie „${titleOf(misfit.on)}“ davor, oder nehmen Sie „${titleOf(misfit.id)}“ heraus.`;
    case 'section':
      return `${quoted(misfit.ids, titleOf)} ${misfit.ids.length === 1 ? 'passt' : 'passen'} nicht in denselben Bericht: Die Angaben zum Abschnitt widersprechen sich. Bitte ändern Sie den Abschnitt in einer neuen Fassung, oder wählen Sie einen anderen Fragebogen.`;
  }
}

/** The place of a reason that concerns all windows. */
export const allWindows = 'Alle Messzeitpunkte';

/** The name of a measurement point without its number. */
export const windowLabel = (label: string) => label.replace('{n}', '').trim();
