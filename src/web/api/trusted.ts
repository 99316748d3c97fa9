// The page runs under Trusted Types (R73): where text could become markup or script, the browser refuses a plain string.
// This policy gives the few such places their values. DOMPurify has a policy of its own.

/** In the browser each function returns a trusted object; the types of the DOM still call it a string. */
type Policy = {
  createHTML(html: string): string;
  createScript(text: string): string;
  createScriptURL(url: string): string;
};
type Factory = { createPolicy(name: string, rules: Policy): Policy };

const rules: Policy = {
  // For a document that is never shown. What is shown comes from DOMPurify.
  createHTML: (html) => html,
  // The content security policy lets one script run, by its hash.
  createScript: (text) => text,
  createScriptURL: (url) => {
    if (new URL(url, location.origin).origin === location.origin) return url;
    throw new TypeError('a script of another origin');
  },
};

// Browsers without Trusted Types take the strings.
const { trustedTypes } = window as { trustedTypes?: Factory };

export const trusted: Policy = trustedTypes?.createPolicy('resonanz', rules) ?? rules;
