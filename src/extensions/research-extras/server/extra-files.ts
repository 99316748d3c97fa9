import { join } from 'node:path';
import { replaceFile } from '../../../server/research/output.ts';
import type { FinishedTables, TableFiles, WrittenFile } from '../../../server/research/research-part.ts';
import { dataPackageText, extraFileText, extraPrograms } from '../text.ts';
import { dataPackage } from './data-package.ts';
import { rescoreScript } from './rescore-script.ts';
import { savFile, writeSav } from './sav-files.ts';

async function write({ folder, product, tables, spss }: FinishedTables): Promise<readonly WrittenFile[]> {
  const about = {
    name: 'research-data',
    title: dataPackageText.title(product),
    description: dataPackageText.note,
  };
  replaceFile(join(folder, 'datapackage.json'), dataPackage(tables, about));
  replaceFile(join(folder, 'rescore.R'), rescoreScript);
  for (const table of spss) await writeSav(folder, table);
  return [
    { file: 'datapackage.json' },
    { file: 'rescore.R' },
    ...spss.map(({ file, rows }) => ({ file: savFile(file), rows })),
  ];
}

/** The files that this extension adds to the CSV files of an export. */
export const extraFiles: TableFiles = {
  write,
  listed: Object.entries(extraFileText).map(([file, title]) => ({ file, title })),
  programs: extraPrograms,
};
