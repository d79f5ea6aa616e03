import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** A component's markup as rendered before any of its effects runs. */
export function markupOf<Props extends object>(
  component: ComponentType<Props>,
  props: NoInfer<Props>,
): string {
  return renderToStaticMarkup(createElement(component, props));
}
