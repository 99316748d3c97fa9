import { createStore } from '../api/store.ts';
import type { ConstantHtml } from '../ui/constant-html.ts';

/** A message for a topic (product 2: generic notification modal). */
export type TopicMessage = {
  title?: string;
  closeLabel?: string;
} & ({ text: string } | { html: ConstantHtml });

export const topicMessages = createStore<ReadonlyMap<string, TopicMessage>>(new Map());

/** Fills the notification of this topic and opens it. */
export function publish(topic: string, message: TopicMessage): void {
  topicMessages.set(new Map(topicMessages.get()).set(topic, message));
}

export function withdraw(topic: string): void {
  const next = new Map(topicMessages.get());
  next.delete(topic);
  topicMessages.set(next);
}
