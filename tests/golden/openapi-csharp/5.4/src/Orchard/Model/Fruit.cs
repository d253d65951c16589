using System;
using System.Collections.Generic;

namespace Orchard.Model
{
    [DataContract(Name = "Fruit")]
    public partial class Fruit : IEquatable<Fruit>
    {
        [DataMember(Name = "kind", IsRequired = true)]
        public string Kind { get; set; }

        [DataMember(Name = "sour")]
        public bool Sour { get; set; }

        [DataMember(Name = "soft")]
        public float Soft { get; set; }
    }
}
