using System;
using System.Collections.Generic;
using System.Runtime.Serialization;

namespace Orchard.Model
{
    /// <summary>
    /// A tree of the orchard.
    /// </summary>
    [DataContract(Name = "Tree")]
    public partial class Tree : IEquatable<Tree>, IValidatableObject
    {
        /// <summary>
        /// Defines Mood
        /// </summary>
        [JsonConverter(typeof(StringEnumConverter))]
        public enum MoodEnum
        {
            /// <summary>
            /// Enum Calm for value: calm
            /// </summary>
            [EnumMember(Value = "calm")]
            Calm = 1,

            [EnumMember(Value = "wild")]
            Wild = 2
        }

        [DataMember(Name = "mood", EmitDefaultValue = false)]
        public MoodEnum? Mood { get; set; }

        [DataMember(Name = "species", IsRequired = true, EmitDefaultValue = false)]
        public Species Species { get; set; }

        [JsonConstructorAttribute]
        protected Tree() { }

        public Tree(Species species = default(Species), DateTime planted = default(DateTime), int rows = 3)
        {
            this.Species = species;
            this.Planted = planted;
            this.Rows = rows;
        }

        [DataMember(Name = "id", IsRequired = true, EmitDefaultValue = false)]
        public long Id { get; private set; }

        public bool ShouldSerializeId()
        {
            return false;
        }

        [DataMember(Name = "planted", IsRequired = true, EmitDefaultValue = false)]
        [JsonConverter(typeof(OpenAPIDateConverter))]
        public DateTime Planted { get; set; }

        [DataMember(Name = "height", EmitDefaultValue = false)]
        public decimal Height { get; set; }

        [DataMember(Name = "class", EmitDefaultValue = false)]
        public string Class { get; set; }

        [DataMember(Name = "labels", EmitDefaultValue = false)]
        public List<string> Labels { get; set; }

        [DataMember(Name = "notes", EmitDefaultValue = false)]
        public Dictionary<string, string> Notes { get; set; }

        [DataMember(Name = "owner", EmitDefaultValue = false)]
        public Owner Owner { get; set; }

        [DataMember(Name = "fruits", EmitDefaultValue = false)]
        public List<Fruit> Fruits { get; set; }

        [DataMember(Name = "wet", EmitDefaultValue = true)]
        public bool Wet { get; set; }

        [DataMember(Name = "rows", EmitDefaultValue = false)]
        public int Rows { get; set; }

        [DataMember(Name = "seen", EmitDefaultValue = true)]
        public DateTime? Seen { get; set; }

        [DataMember(Name = "nickname", EmitDefaultValue = true)]
        public string Nickname { get; set; }

        public override string ToString()
        {
            return "class Tree {}\n";
        }
    }
}
