//! Declarations that belong together, so that a large application can be put together from parts.

use crate::{Operation, Prompt, Resource, ResourceTemplate};

/// A part of an application.
#[derive(Clone, Default)]
pub struct Module {
    /// What it can do.
    pub operations: Vec<Operation>,
    /// What it lets be read at fixed addresses.
    pub resources: Vec<Resource>,
    /// What it lets be read at addresses with variables.
    pub templates: Vec<ResourceTemplate>,
    /// Its prompts.
    pub prompts: Vec<Prompt>,
}

impl Module {
    /// A part without anything in it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an operation.
    #[must_use]
    pub fn operation(mut self, operation: Operation) -> Self {
        self.operations.push(operation);
        self
    }

    /// Adds a resource.
    #[must_use]
    pub fn resource(mut self, resource: Resource) -> Self {
        self.resources.push(resource);
        self
    }

    /// Adds a template of resources.
    #[must_use]
    pub fn template(mut self, template: ResourceTemplate) -> Self {
        self.templates.push(template);
        self
    }

    /// Adds a prompt.
    #[must_use]
    pub fn prompt(mut self, prompt: Prompt) -> Self {
        self.prompts.push(prompt);
        self
    }
}
