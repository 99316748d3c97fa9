/** A start that cannot go on. The message is one clear sentence for the person at the terminal. */
export class StartError extends Error {}
