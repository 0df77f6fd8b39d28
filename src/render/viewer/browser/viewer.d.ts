/** Turns the page of a summary into the viewer. Its source text is copied into the page, so it may use nothing outside itself. */
export declare function startViewer(): void;
