import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../web/api/call.ts';
import type { Draft } from '../contract/routes.ts';
import { previewDraft } from './calls.ts';

/** The pages and reports of a saved draft for the answers of a point, the lowest ones without. Another revision is another preview. */
export function usePreview({ draft_id: id, revision }: Draft, point: string) {
  return useQuery({
    queryKey: [previewDraft, id, revision, point],
    queryFn: ({ signal }) =>
      call(previewDraft, { params: { id }, body: point === '' ? {} : { point }, signal }),
    placeholderData: keepPreviousData,
  });
}
