const data = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUI=";

/** What the tools write, cut down to what makes a difference. */
export const kubeconfigSamples: Readonly<Record<string, string>> = {
  kubectl: `apiVersion: v1
clusters:
- cluster:
    certificate-authority: /etc/pki/ca.crt
    server: https://10.0.0.1:6443
  name: prod
contexts:
- context:
    cluster: prod
    namespace: team-a
    user: alice
  name: prod
current-context: prod
kind: Config
preferences: {}
users:
- name: alice
  user:
    as: bob
    as-groups:
    - admins
    as-user-extra:
      example.com/team:
      - a
      - b
    password: "123"
    username: alice
`,
  kind: `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ${data.repeat(40)}
    server: https://127.0.0.1:35871
  name: kind-kind
contexts:
- context:
    cluster: kind-kind
    user: kind-kind
  name: kind-kind
current-context: kind-kind
kind: Config
users:
- name: kind-kind
  user:
    client-certificate-data: ${data.repeat(30)}
    client-key-data: ${data.repeat(50)}
`,
  minikube: `apiVersion: v1
clusters:
- cluster:
    certificate-authority: /home/me/.minikube/ca.crt
    extensions:
    - extension:
        last-update: Mon, 02 Nov 2026 10:00:00 CET
        provider: minikube.sigs.k8s.io
        version: v1.37.0
      name: cluster_info
    server: https://192.168.49.2:8443
  name: minikube
contexts:
- context:
    cluster: minikube
    extensions:
    - extension:
        last-update: Mon, 02 Nov 2026 10:00:00 CET
        provider: minikube.sigs.k8s.io
        version: v1.37.0
      name: context_info
    namespace: default
    user: minikube
  name: minikube
current-context: minikube
kind: Config
users:
- name: minikube
  user:
    client-certificate: /home/me/.minikube/profiles/minikube/client.crt
    client-key: /home/me/.minikube/profiles/minikube/client.key
`,
  k3s: `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ${data}
    server: https://127.0.0.1:6443
  name: default
contexts:
- context:
    cluster: default
    user: default
  name: default
current-context: default
kind: Config
preferences: {}
users:
- name: default
  user:
    client-certificate-data: ${data}
    client-key-data: ${data}
`,
  EKS: `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ${data}
    server: https://ABCDEF0123456789.gr7.eu-west-1.eks.amazonaws.com
  name: arn:aws:eks:eu-west-1:111122223333:cluster/prod
contexts:
- context:
    cluster: arn:aws:eks:eu-west-1:111122223333:cluster/prod
    user: arn:aws:eks:eu-west-1:111122223333:cluster/prod
  name: arn:aws:eks:eu-west-1:111122223333:cluster/prod
current-context: arn:aws:eks:eu-west-1:111122223333:cluster/prod
kind: Config
preferences: {}
users:
- name: arn:aws:eks:eu-west-1:111122223333:cluster/prod
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1beta1
      args:
      - --region
      - eu-west-1
      - eks
      - get-token
      - --cluster-name
      - prod
      - --output
      - json
      command: aws
      env:
      - name: AWS_PROFILE
        value: work
      interactiveMode: IfAvailable
      provideClusterInfo: false
`,
  GKE: `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ${data}
    server: https://34.90.0.1
  name: gke_project_europe-west4-a_prod
contexts:
- context:
    cluster: gke_project_europe-west4-a_prod
    user: gke_project_europe-west4-a_prod
  name: gke_project_europe-west4-a_prod
current-context: gke_project_europe-west4-a_prod
kind: Config
users:
- name: gke_project_europe-west4-a_prod
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1beta1
      args: null
      command: gke-gcloud-auth-plugin
      env: null
      installHint: Install gke-gcloud-auth-plugin for use with kubectl by following
        the page about it in the documents of the cloud
      interactiveMode: IfAvailable
      provideClusterInfo: true
`,
  AKS: `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ${data}
    server: https://prod-dns-1a2b3c4d.hcp.westeurope.azmk8s.io:443
  name: prod
contexts:
- context:
    cluster: prod
    user: clusterUser_group_prod
  name: prod
current-context: prod
kind: Config
users:
- name: clusterUser_group_prod
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1beta1
      args:
      - get-token
      - --login
      - devicecode
      - --server-id
      - 6dae42f8-4368-4678-94ff-3960e28e3630
      command: kubelogin
      env: null
      installHint: |2

        kubelogin is not installed which is required to connect to a cluster of this kind.

        To learn more, see the page about it.
      provideClusterInfo: false
`,
  OpenShift: `apiVersion: v1
clusters:
- cluster:
    insecure-skip-tls-verify: true
    server: https://api.crc.testing:6443
  name: api-crc-testing:6443
contexts:
- context:
    cluster: api-crc-testing:6443
    namespace: my-project
    user: developer/api-crc-testing:6443
  name: my-project/api-crc-testing:6443/developer
current-context: my-project/api-crc-testing:6443/developer
kind: Config
users:
- name: developer/api-crc-testing:6443
  user:
    token: sha256~AbCdEf-0123456789_abcdefghijklmnopqrstuvwxyz
`,
  Rancher: `apiVersion: v1
kind: Config
clusters:
- name: "prod"
  cluster:
    server: "https://rancher.example.com/k8s/clusters/c-m-abcdefgh"
    certificate-authority-data: "${data}\\
      ${data}"

users:
- name: "prod"
  user:
    token: "kubeconfig-user-abcde:abcdefghijklmnopqrstuvwxyz"


contexts:
- name: "prod"
  context:
    user: "prod"
    cluster: "prod"

current-context: "prod"
`,
  "an editor by hand": `# my clusters
apiVersion: v1
kind: "Config"
current-context: 'prod'   # the default
clusters:
  - name: prod
    cluster: { server: "https://10.0.0.1:6443", certificate-authority: ca.crt }
contexts: [{ name: prod, context: { cluster: prod, user: me } }]
users:
  -
    name: me
    user:
      token: >-
        abc
`,
};
