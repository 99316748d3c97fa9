// Questionnaires of FHIR STU3 and R5 with the names of R4. What has no name there keeps its own, so that the import refuses it.

export type FhirVersion = 'R4' | 'R5' | 'STU3';

type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asR4(questionnaire: unknown): { readonly form: unknown; readonly version: FhirVersion } {
  let version: FhirVersion = 'R4';
  const renamed = (node: Node, name: string, value: unknown): readonly [string, unknown][] => {
    if (name === 'item' && Array.isArray(value)) return [[name, value.map(itemAsR4)]];
    if (name === 'option' || (name === 'options' && isNode(value))) version = 'STU3';
    if (name === 'option') return [['answerOption', value]];
    if (name === 'options' && isNode(value)) return [['answerValueSet', value['reference']]];
    if (/^initial[A-Z]/.test(name)) return [['initial', value]];
    const { answerConstraint: constraint } = node;
    if (constraint !== undefined || value === 'coding') version = 'R5';
    const isOpen = constraint === 'optionsOrString';
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
