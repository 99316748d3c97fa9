import { courseMetric } from '../domain/expected-course.ts';
import type { Instrument, Scale } from '../../../domain/instrument-schema.ts';
import type { PublishedCourse } from '../domain/published-courses.ts';
import { withoutTenant } from '../../../server/database/transaction.ts';
import type { Services } from '../../../server/services.ts';
import { insertModel, listModels } from './model-queries.ts';

/**
 * Stores published starting values as the next expected course of a scale and returns its version. Null where one was learnt
 * from this installation: that is better than any published one.
 */
export async function adoptPublished(
  { pool }: Pick<Services, 'pool'>,
  { instrument, scale }: { readonly instrument: Instrument; readonly scale: Scale },
  { model, source }: Pick<PublishedCourse, 'model' | 'source'>,
): Promise<number | null> {
  return withoutTenant(pool, async (db) => {
    const models = await listModels(db, [instrument.id]);
    const known = models.find((one) => one.scale === scale.key);
    if (known && known.source === null) return null;
    const stored = { ...courseMetric(instrument, scale), model, source, persons: 0, measurements: 0 };
    return insertModel(db, { instrument: instrument.id, scale: scale.key }, stored);
  });
}
