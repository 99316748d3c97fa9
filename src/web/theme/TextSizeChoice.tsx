import { frameText } from '../../text/frame.ts';
import { useStore } from '../api/use-store.ts';
import { MenuButton, MenuChoice } from '../ui/MenuButton.tsx';
import { chooseTextSize, textSize } from './text-size.ts';

/** The size of all letters, as part of a menu. */
export function TextSizeChoice() {
  return (
    <MenuChoice
      label={frameText.textSize}
      value={useStore(textSize)}
      options={frameText.textSizes}
      onChange={chooseTextSize}
    />
  );
}

export function TextSizeMenu() {
  return (
    <MenuButton label={frameText.textSize} icon="letters">
      <TextSizeChoice />
    </MenuButton>
  );
}
