// The columns of the tab-separated file of LimeSurvey. Every further column is an attribute of questions.

export const LIMESURVEY_COLUMNS = [
  'class',
  'type/scale',
  'name',
  'relevance',
  'text',
  'help',
  'language',
  'mandatory',
  'other',
  'num_value_int_only',
  'min_num_value_n',
  'max_num_value_n',
] as const;
export type LimeSurveyColumn = (typeof LIMESURVEY_COLUMNS)[number];

/** Columns that say how a question looks, or that only the program itself needs. */
const LOOKS: ReadonlySet<string> = new Set([
  'alphasort',
  'answer_width',
  'category_separator',
  'clear_default',
  'cssclass',
  'default',
  'display_columns',
  'display_rows',
  'display_type',
  'dropdown_size',
  'encrypted',
  'hide_tip',
  'id',
  'input_size',
  'keep_aspect',
  'label_input_columns',
  'maximum_chars',
  'modulename',
  'page_break',
  'placeholder',
  'public_statistics',
  'question_template',
  'question_theme_name',
  'related_id',
  'repeat_headings',
  'same_default',
  'same_script',
  'save_as_default',
  'scale_export',
  'statistics_graphtype',
  'statistics_showgraph',
  'statistics_showmap',
  'text_input_columns',
  'text_input_width',
  'validation',
]);

/** Limits of time are not kept; what concerns an answer of one's own says nothing where there is none. */
export const isLimeSurveyLook = (name: string) => LOOKS.has(name) || /^(?:time_limit|other_)/.test(name);
