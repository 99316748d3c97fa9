import { frameText } from '../../text/frame.ts';
import { useStore } from '../api/use-store.ts';
import { MenuChoice } from '../ui/MenuButton.tsx';
import { chooseScheme, scheme } from './scheme.ts';

/** Light or dark, as part of a menu. */
export function SchemeChoice() {
  return (
    <MenuChoice
      label={frameText.scheme}
      value={useStore(scheme)}
      options={frameText.schemes}
      onChange={chooseScheme}
    />
  );
}
