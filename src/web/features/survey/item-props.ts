import type { SurveyItem } from '../../../contract/surveys.ts';

/** What every kind of item is given. `number` counts the questions of the page, null where there is only one. */
export type ItemProps = {
  item: SurveyItem;
  number: number | null;
  entry: readonly string[];
  error: string | undefined;
  onChange: (entry: readonly string[]) => void;
};
