/** The program cannot go on. The message is one sentence for the operator. */
export class StartError extends Error {}
