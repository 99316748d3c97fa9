import type { SurveyPage } from '../../../contract/surveys.ts';
import { surveyText } from '../../../text/survey.ts';
import type { Entries } from './entries.ts';
import css from './survey.module.css';
import { PLACE_ID } from './SurveyProgress.tsx';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { log } from '../../api/log.ts';
import { TextSizeMenu } from '../../theme/TextSizeChoice.tsx';
import { IconButton } from '../../ui/Button.tsx';

type PageHeadProps = { page: SurveyPage; isFirst: boolean; entries: Entries };

/** The subject of the page. What the patient has read on its first page is folded on the next ones. */
export function PageHead({ page, isFirst, entries }: PageHeadProps) {
  const { title, paragraph, connector, footer } = page.dimension;
  return (
    <header className={`stack ${css.head} ${isFirst ? '' : css.again}`}>
      <div className={`line gap-2 between ${css.titleRow}`}>
        <h1 tabIndex={-1} aria-describedby={PLACE_ID}>
          {title}
        </h1>
        <PageTools page={page} isFirst={isFirst} entries={entries} />
      </div>
      {isFirst && paragraph && <p className="muted">{paragraph}</p>}
      {!isFirst && (paragraph || footer) && (
        <details>
          <summary>{surveyText.about}</summary>
          {paragraph && <p>{paragraph}</p>}
          {footer && <p>{footer}</p>}
        </details>
      )}
      {connector && <p className={css.connector}>{connector}</p>}
    </header>
  );
}

type PageToolsProps = { page: SurveyPage; isFirst: boolean; entries: Entries };

/** Larger letters, and a voice that reads the page. */
function PageTools(props: PageToolsProps) {
  return (
    <div className={`muted ${css.tools}`}>
      {useVoice() && <Speaker {...props} />}
      <TextSizeMenu />
    </div>
  );
}

function Speaker({ page, isFirst, entries }: PageToolsProps) {
  const [isReading, setIsReading] = useState(false);
  const wanted = useRef(false);
  const stop = () => {
    wanted.current = false;
    speechSynthesis.cancel();
    setIsReading(false);
  };
  // A page that is left falls silent.
  useEffect(() => {
    const silence = () => {
      wanted.current = false;
      speechSynthesis.cancel();
    };
    window.addEventListener('pagehide', silence);
    return () => {
      window.removeEventListener('pagehide', silence);
      silence();
    };
  }, []);
  async function read() {
    wanted.current = true;
    setIsReading(true);
    try {
      const { readAloud, textsOf } = await import('./read-aloud.ts');
      if (wanted.current) readAloud(textsOf(page, isFirst, entries), ownVoice(), stop);
    } catch (error) {
      log('warn', 'the page cannot be read aloud', error);
      stop();
    }
  }
  return (
    <IconButton
      icon={isReading ? 'stop' : 'speaker'}
      label={surveyText.readAloud}
      aria-pressed={isReading}
      onClick={() => (isReading ? stop() : void read())}
    />
  );
}

/** Is there a German voice? Browsers name their voices only after a while. */
function useVoice(): boolean {
  return useSyncExternalStore(whenVoicesChange, () => ownVoice() !== undefined);
}

function whenVoicesChange(onChange: () => void): () => void {
  const voices = globalThis.speechSynthesis;
  voices?.addEventListener('voiceschanged', onChange);
  return () => voices?.removeEventListener('voiceschanged', onChange);
}

// A voice of the device: others send the text to their maker.
function ownVoice(): SpeechSynthesisVoice | undefined {
  return globalThis.speechSynthesis
    ?.getVoices()
    .find(({ lang, localService }) => localService && /^de\b/i.test(lang.replace('_', '-')));
}
