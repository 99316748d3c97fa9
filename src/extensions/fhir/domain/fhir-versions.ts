// Questionnaires of FHIR STU3 and R5 with the names of R4. What has no name there keeps its own, so that the import refuses it.

export type FhirVersion = 'R4' | 'R5' | 'STU3';

type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** STU3 asks for an answer that equals, or whether there is one. */
const isStu3When = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => isNode(one) && one['operator'] === undefined);

function whenAsR4(when: unknown): unknown {
  if (!isNode(when)) return when;
  const { hasAnswer, ...others } = when;
  if (hasAnswer === undefined) return { ...when, operator: '=' };
  return { ...others, operator: 'exists', answerBoolean: hasAnswer };
}

export function asR4(questionnaire: unknown): { readonly form: unknown; readonly version: FhirVersion } {
  let version: FhirVersion = 'R4';
  const renamed = (node: Node, name: string, value: unknown): readonly (readonly [string, unknown])[] => {
    if (name === 'item' && Array.isArray(value)) return [[name, value.map(itemAsR4)]];
    if (name === 'option' || (name === 'options' && isNode(value))) version = 'STU3';
    if (name === 'option') return [['answerOption', value]];
    if (name === 'options' && isNode(value)) return [['answerValueSet', value['reference']]];
    if (/^initial[A-Z]/.test(name)) return [['initial', value]];
    if (name === 'enableWhen' && isStu3When(value)) {
      version = 'STU3';
      // In STU3 one condition of several is enough.
      const isAny = value.length > 1 && node['enableBehavior'] === undefined;
      return [[name, value.map(whenAsR4)], ...(isAny ? [['enableBehavior', 'any'] as const] : [])];
    }
    const { answerConstraint: constraint } = node;
    if (constraint !== undefined || value === 'coding') version = 'R5';
    // An answer of one's own to a question for words is a text whatever its type.
    const isOpen =
      constraint === 'optionsOrString' || (constraint === 'optionsOrType' && node['type'] === 'string');
    if (name === 'answerConstraint' && (isOpen || constraint === 'optionsOnly')) return [];
    if (name === 'type' && isOpen) return [[name, 'open-choice']];
    return [[name, name === 'type' && value === 'coding' ? 'choice' : value]];
  };
  const itemAsR4 = (node: unknown): unknown =>
    isNode(node)
      ? Object.fromEntries(Object.entries(node).flatMap(([name, value]) => renamed(node, name, value)))
      : node;
  return { form: itemAsR4(questionnaire), version };
}
