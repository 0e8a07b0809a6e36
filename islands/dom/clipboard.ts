// Chromium's name for what the frame may do: https://caniuse.com/mdn-api_document_featurepolicy
type Policed = { featurePolicy?: { allowsFeature: (name: string) => boolean } }

/** Whether this frame may write to the clipboard, as far as that is known before it is tried. */
export const clipboardAllowed = (): boolean =>
  // Without https there is no clipboard at all, though the types say so.
  Boolean(navigator.clipboard) &&
  ((document as Document & Policed).featurePolicy?.allowsFeature('clipboard-write') ?? true)

/** Copies a text; false where the browser refuses after all. */
export const copyText = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
