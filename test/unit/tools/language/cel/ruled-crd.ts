/**
 * A CRD with one rule, which is given as YAML: a scalar whose further lines are indented by two
 * columns or more. It is a rule of `spec`.
 */
export function ruledCrd(rule: string, more = ""): string {
  const indented = rule.replaceAll("\n", `\n${" ".repeat(18)}`);
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: { plural: widgets, singular: widget, kind: Widget, listKind: WidgetList }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              x-kubernetes-validations:
                - rule: ${indented}
                  message: wrong${more}
              properties:
                replicas: { type: integer, description: "How *many* there are." }
                name: { type: string, maxLength: 40 }
                namespace: { type: string, maxLength: 40 }
                started: { type: string, format: date-time }
                labels: { type: object, maxProperties: 5, additionalProperties: { type: string, maxLength: 9 } }
                ports:
                  type: array
                  maxItems: 10
                  items:
                    type: object
                    properties:
                      port: { type: integer }
                      host-name: { type: string, maxLength: 9 }
`;
}
