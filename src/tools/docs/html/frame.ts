/** What all pages of a site share. */
export interface SiteFrame {
  /** The name of the site, such as `Custom resources`. Untrusted text. */
  readonly title: string;
  /** Of crdgen; pages do not name it where it is `undefined`. */
  readonly generatorVersion: string | undefined;
  /** Whether the site has the page `editor.html`. */
  readonly hasEditor: boolean;
}
