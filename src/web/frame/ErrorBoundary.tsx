import { Component, type ReactNode } from 'react';
import { log } from '../api/log.ts';
import { ChunkFailed, RenderFailed } from './Failed.tsx';
import { ChunkLoadError } from '../api/chunk.ts';

type Props = {
  children: ReactNode;
  /** What to show instead; without it, a page. */
  instead?: ReactNode;
};
type State = { error: Error | null };

/** Shows what can be done when a page fails, instead of an empty screen. React asks for a class here. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    log('error', error.message, error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.instead) return this.props.instead;
    return error instanceof ChunkLoadError ? <ChunkFailed /> : <RenderFailed />;
  }
}
