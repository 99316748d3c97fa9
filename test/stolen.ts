import { Client } from 'pg';

// What the product publishes: questions, answers to choose from, protocols and the catalogue of diagnoses.
const published = ['instrument_versions', 'protocol_versions', 'consent_texts', 'diagnoses'];

/** Everything that a thief of the database reads in it without the key file, by table. */
export async function stolenTexts(url: string): Promise<ReadonlyMap<string, string>> {
  const client = await new Client({ connectionString: url }).connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1)`,
      [published],
    );
    const texts = new Map<string, string>();
    for (const { name } of rows) {
      const found = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      texts.set(name, found.rows.map(({ text }) => text).join('\n'));
    }
    return texts;
  } finally {
    await client.end();
  }
}

/** The tables in which one of the words stands, with the word. */
export function found(texts: ReadonlyMap<string, string>, words: Iterable<string>): string[] {
  const wanted = [...new Set(words)];
  return [...texts].flatMap(([table, text]) =>
    wanted.filter((word) => text.includes(word)).map((word) => `${table}: ${word}`),
  );
}
