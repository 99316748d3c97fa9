import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Menu.css';
import './mantine.css';
import { createTheme, MantineProvider, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStore } from '../api/store.ts';
import { cspNonce } from '../ui/nonce.ts';
import { scheme } from './scheme.ts';
import { useSystemScheme } from './use-system-scheme.ts';

const theme = createTheme({
  components: {
    // The placeholder would be a first tab stop without a name.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
  },
});

/**
 * Mantine in the colours of `tokens.css`. Its variables come from a style sheet, because the content security policy
 * allows no style elements. A component whose style sheet is not imported above brings its own.
 */
export function MantineTheme({ children }: { children: ReactNode }) {
  const chosen = useStore(scheme);
  const system = useSystemScheme();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={chosen === 'auto' ? system : chosen}
      withCssVariables={false}
      withGlobalClasses={false}
      getStyleNonce={cspNonce}
    >
      {children}
    </MantineProvider>
  );
}
