import { IMPORT_COLUMNS } from '../../../domain/csv-import.ts';
import { importFormatText as format, importText as text } from '../../../text/imports.ts';
import { Button } from '../../ui/Button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { templateCsv } from './checked-file.ts';
import css from './imports.module.css';

/** What the file has to look like, and an empty one to begin with. */
export function FormatHelp() {
  return (
    <div className={css.help}>
      <Button
        look="secondary"
        icon="download"
        onClick={() => saveFile(text.templateName, templateCsv(), 'text/csv')}
      >
        {text.template}
      </Button>
      <details className={css.format}>
        <summary>{format.summary}</summary>
        <p>{format.lead}</p>
        <dl>
          {IMPORT_COLUMNS.map((column) => (
            <div key={column}>
              <dt>
                <code>{column}</code>
              </dt>
              <dd>{format.columns[column]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
