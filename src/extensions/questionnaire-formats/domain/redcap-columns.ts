// The columns of a data dictionary of REDCap, as its page and its API name them.

export type RedcapColumn = keyof typeof COLUMNS;

const COLUMNS = {
  name: ['variable / field name', 'field_name'],
  form: ['form name', 'form_name'],
  section: ['section header', 'section_header'],
  type: ['field type', 'field_type'],
  label: ['field label', 'field_label'],
  choices: ['choices, calculations, or slider labels', 'select_choices_or_calculations'],
  note: ['field note', 'field_note'],
  validation: ['text validation type or show slider number', 'text_validation_type_or_show_slider_number'],
  min: ['text validation min', 'text_validation_min'],
  max: ['text validation max', 'text_validation_max'],
  identifier: ['identifier?', 'identifier'],
  logic: [
    'branching logic (show field only if...)',
    'branching logic (show field only if…)',
    'branching_logic',
  ],
  required: ['required field?', 'required_field'],
  alignment: ['custom alignment', 'custom_alignment'],
  number: ['question number (surveys only)', 'question_number'],
  matrix: ['matrix group name', 'matrix_group_name'],
  ranking: ['matrix ranking?', 'matrix_ranking'],
  annotation: ['field annotation', 'field_annotation'],
} as const satisfies Record<string, readonly string[]>;

// Object.entries loses the keys of a const table. The cast is true because the table is their source.
export const redcapHeadings: ReadonlyMap<string, RedcapColumn> = new Map(
  (Object.entries(COLUMNS) as [RedcapColumn, readonly string[]][]).flatMap(([name, headings]) =>
    headings.map((heading) => [heading, name] as const),
  ),
);

/** Action tags that change what is asked or which answers can be given. */
export const CHANGING_TAG =
  /@(?:HIDDEN|READONLY|CALC|SETVALUE|DEFAULT|PREFILL|NONEOFTHEABOVE|MAXCHECKED|MAXCHOICE|HIDECHOICE|SHOWCHOICE|RANDOMORDER|IF\b|NOW|TODAY\b|USERNAME|PASSWORDMASK|LATITUDE|LONGITUDE|INLINE|RICHTEXT)[\w-]*/i;
